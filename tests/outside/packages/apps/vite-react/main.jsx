import { createRoot } from "react-dom/client";
import { TalkButton } from "./talk-button.jsx";

const { token, url, assistant } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
createRoot(document.getElementById("root")).render(<TalkButton token={token} url={url} assistant={assistant} />);
