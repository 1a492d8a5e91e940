// What only the browser can do in a room: counting down between two words of the server.
(() => {
  // The server says how many seconds are left, never a time of day: the clocks of devices are wrong.
  const ends = new WeakMap();
  const count = () => {
    for (const node of document.querySelectorAll("[data-countdown]")) {
      const said = node.dataset.countdown;
      if (ends.get(node)?.said !== said) ends.set(node, { said, end: performance.now() + Number(said) * 1000 });
      const left = Math.max(0, Math.ceil((ends.get(node).end - performance.now()) / 1000));
      const text = left < 100 ? String(left) : left < 6000 ? `${Math.ceil(left / 60)}′` : `${Math.ceil(left / 3600)} h`;
      if (node.dataset.seconds !== text) node.dataset.seconds = text;
    }
  };
  setInterval(count, 200);
})();
