/**
 * Runs in a page before its own code: counts the page's open resources, so that a test can check that all were released. Plain JavaScript, because it
 * is sent to the browser unchanged.
 */
(() => {
  const held = {
    tracks: new Set(),
    connections: new Set(),
    contexts: new Set(),
    elements: new Set(),
    recorders: new Set(),
    timers: new Set(),
    listeners: new Map(),
  };
  const isHeld = {
    tracks: (track) => track.readyState === "live",
    connections: (connection) => connection.signalingState !== "closed",
    contexts: (context) => context.state !== "closed",
    elements: (element) => element.srcObject !== null || !element.paused,
    recorders: (recorder) => recorder.state !== "inactive",
  };
  window.countHeld = () => {
    for (const element of document.querySelectorAll("audio, video")) held.elements.add(element);
    const counts = Object.fromEntries(Object.entries(isHeld).map(([name, test]) => [name, [...held[name]].filter(test).length]));
    return {
      ...counts,
      timers: held.timers.size,
      listeners: [...held.listeners.values()].reduce((sum, count) => sum + count, 0),
    };
  };

  const keepTracks = (stream) => {
    for (const track of stream.getTracks()) held.tracks.add(track);
    return stream;
  };
  const devices = navigator.mediaDevices;
  for (const name of ["getUserMedia", "getDisplayMedia"]) {
    const open = devices[name].bind(devices);
    devices[name] = async (constraints) => keepTracks(await open(constraints));
  }
  const captureStream = HTMLCanvasElement.prototype.captureStream;
  HTMLCanvasElement.prototype.captureStream = function (...args) {
    return keepTracks(captureStream.apply(this, args));
  };

  for (const [name, set] of [
    ["RTCPeerConnection", held.connections],
    ["AudioContext", held.contexts],
    ["Audio", held.elements],
    ["MediaRecorder", held.recorders],
  ]) {
    window[name] = new Proxy(window[name], {
      construct(target, args, newTarget) {
        const made = Reflect.construct(target, args, newTarget);
        set.add(made);
        return made;
      },
    });
  }

  // A timer that has run is no longer held; an interval is, until it is cleared.
  const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
  window.setTimeout = (callback, delay, ...args) => {
    const id = setTimeout(() => {
      held.timers.delete(id);
      callback(...args);
    }, delay);
    held.timers.add(id);
    return id;
  };
  window.setInterval = (callback, delay, ...args) => {
    const id = setInterval(callback, delay, ...args);
    held.timers.add(id);
    return id;
  };
  window.clearTimeout = (id) => {
    held.timers.delete(id);
    clearTimeout(id);
  };
  window.clearInterval = (id) => {
    held.timers.delete(id);
    clearInterval(id);
  };

  // Listeners on objects that outlive a call. Those with a signal are removed when it is aborted.
  const keyOf = (type, options) => `${type} ${typeof options === "object" ? Boolean(options?.capture) : Boolean(options)}`;
  for (const target of [window, document, devices, navigator.connection].filter(Boolean)) {
    const added = new Map();
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    const count = () =>
      held.listeners.set(
        target,
        [...added.values()].reduce((sum, set) => sum + set.size, 0),
      );
    const forget = (key, listener) => {
      added.get(key)?.delete(listener);
      count();
    };
    target.addEventListener = (type, listener, options) => {
      const key = keyOf(type, options);
      added.set(key, (added.get(key) ?? new Set()).add(listener));
      count();
      options?.signal?.addEventListener("abort", () => forget(key, listener));
      add(type, listener, options);
    };
    target.removeEventListener = (type, listener, options) => {
      forget(keyOf(type, options), listener);
      remove(type, listener, options);
    };
  }
})();
