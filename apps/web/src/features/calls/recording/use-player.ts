import { useEffect, useState, useSyncExternalStore } from "react";
import { createPlayer, type Player } from "./player.ts";

/** A player for the recording; undefined without one. A signed URL that is only renewed does not interrupt it. */
export function usePlayer(recordingUrl: string | undefined): Player | undefined {
  const [player, setPlayer] = useState<Player>();
  const [firstUrl, setFirstUrl] = useState(recordingUrl);
  if (recordingUrl && !firstUrl) setFirstUrl(recordingUrl);
  useEffect(() => {
    if (!firstUrl) return;
    const created = createPlayer(firstUrl);
    setPlayer(created);
    return () => {
      created.close();
      setPlayer(undefined);
    };
  }, [firstUrl]);
  return player;
}

/** Selects a value of the player's state. Renders again only when the value changes. */
export function usePlayerValue<Value>(player: Player, read: (player: Player) => Value): Value {
  return useSyncExternalStore(player.subscribe, () => read(player));
}
