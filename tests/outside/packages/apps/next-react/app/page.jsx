"use client";

import "@callwright/widget";
import { useEffect, useState } from "react";
import { TalkButton } from "../talk-button.jsx";

/** Rendered on the server first, where nobody has an address. */
export default function Page() {
  const [address, setAddress] = useState({});
  useEffect(() => setAddress(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))), []);
  return <TalkButton {...address} />;
}
