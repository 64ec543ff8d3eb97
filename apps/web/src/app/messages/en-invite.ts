/** Texts of the page that an invitation's mail leads to. */
export const enInvite = {
  invite: {
    title: "Join {{organisation}}",
    note: "{{inviter}} invites you to {{organisation}} as {{role}}.",
    roles: {
      viewer: "viewer: you can look at everything",
      editor: "editor: you can build and run",
      admin: "admin: you can do everything",
    },
    expires: "The invitation is for {{email}} and can be accepted until {{time}}.",
    accept: "Accept",
    accepted: "Welcome to {{organisation}}",
    later: "Not now",
    createAccount: "Create an account",
    haveAccount: "I have an account",
    signedInAs: "You are signed in as {{email}}. This invitation is for {{invited}}.",
    signOutAndGoOn: "Sign out and go on",
    unverified: "Before you can accept, verify that {{email}} is yours: open the link in the mail that we sent to it.",
    unverifiedNext: "This page goes on by itself once that is done.",
    closedTitle: "This invitation cannot be accepted",
    goOn: "Go to Callwright",
    tryAgain: "Try again",
    missing: "There is no such invitation. The link may have been copied incompletely: open it from the mail again.",
    failed: "That did not work: {{reason}}",
  },
} as const;
