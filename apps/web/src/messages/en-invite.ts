/** Texts of the page that an invitation's mail leads to. */
export const enInvite = {
  invite: {
    title: "Join {{organization}}",
    note: "{{inviter}} invites you to {{organization}} as {{role}}.",
    roles: {
      viewer: "viewer: you can see everything",
      editor: "editor: you can build and run",
      admin: "admin: you can do everything",
    },
    expires: "The invitation is for {{email}} and can be accepted until {{time}}.",
    accept: "Accept",
    accepted: "Welcome to {{organization}}",
    later: "Not now",
    createAccount: "Create an account",
    haveAccount: "I have an account",
    signedInAs: "You are signed in as {{email}}. This invitation is for {{invited}}.",
    signOutAndGoOn: "Sign out and continue",
    unverified: "To accept, verify {{email}}: open the link in the email we sent you.",
    unverifiedNext: "This page then continues by itself.",
    noMail: "No email? Ask {{inviter}} for the invitation link.",
    closedTitle: "This invitation cannot be accepted",
    goOn: "Go to Callwright",
    tryAgain: "Try again",
    missing: "This invitation does not exist. The link may be incomplete: open it from the email again.",
    failed: "That did not work: {{reason}}",
  },
} as const;
