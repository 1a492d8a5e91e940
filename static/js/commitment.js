// Keeps the fingerprint of each round's deal in this browser, as it was when it was first shown, for the check afterwards.
(() => {
  const PREFIX = "uno-fair:";
  const MOST = 400;

  const keep = (element) => {
    const { commitment, match, round } = element.dataset;
    if (!commitment || !match || !round) return;
    try {
      const key = `${PREFIX}${match}:${round}`;
      // The first one counts: a later one for the same round is what the check is to find.
      if (localStorage.getItem(key) !== null) return;
      localStorage.setItem(key, commitment);
      forget();
    } catch {
      // Without room, or where storing is forbidden, the check says that nothing was kept.
    }
  };

  // Old rounds make room: the list holds the order in which they came.
  const forget = () => {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const order = JSON.parse(localStorage.getItem("uno-fair") || "[]").filter((key) => own.includes(key));
    order.push(...own.filter((key) => !order.includes(key)));
    for (const old of order.splice(0, Math.max(0, order.length - MOST))) localStorage.removeItem(old);
    localStorage.setItem("uno-fair", JSON.stringify(order));
  };

  const look = () => document.querySelectorAll("[data-commitment]").forEach(keep);
  const start = () => {
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-commitment", "data-round", "data-match"] });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
