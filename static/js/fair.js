// Checks how a round was dealt, by docs/fair-deals.md and nothing else: the server's word is not asked.
(() => {
  // SHA-256. The browser's own where there is one; at a plain http address there is none, so it is also written out here.
  const K = [];
  const START = [];
  for (let n = 2; K.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
    if (START.length < 8) START.push(fraction(Math.sqrt(n)));
    K.push(fraction(Math.cbrt(n)));
  }

  const plainSha256 = (bytes) => {
    const length = bytes.length;
    const padded = new Uint8Array(((length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
    view.setUint32(padded.length - 4, (length << 3) >>> 0);
    const hash = Int32Array.from(START);
    const w = new Int32Array(64);
    const turn = (x, by) => (x >>> by) | (x << (32 - by));
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((part, i) => (hash[i] += part));
    }
    const out = new DataView(new ArrayBuffer(32));
    hash.forEach((part, i) => out.setInt32(4 * i, part));
    return new Uint8Array(out.buffer);
  };

  const digest = async (text) => {
    const bytes = new TextEncoder().encode(text);
    const own = globalThis.crypto?.subtle;
    return own ? new Uint8Array(await own.digest("SHA-256", bytes)) : plainSha256(bytes);
  };

  const sha256 = async (text) => [...(await digest(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  // The endless numbers of one shuffle.
  const stream = (seed, shuffle) => {
    let block = 0;
    let bytes = [];
    const byte = async () => {
      if (!bytes.length) bytes = [...(await digest(`${seed}:${shuffle}:${block++}`))];
      return bytes.shift();
    };
    return {
      async below(limit) {
        for (;;) {
          const found = await byte();
          if (found < 256 - (256 % limit)) return found % limit;
        }
      },
    };
  };

  const shuffled = async (cards, seed, shuffle) => {
    const order = [...cards];
    const numbers = stream(seed, shuffle);
    for (let i = order.length - 1; i > 0; i--) {
      const other = await numbers.below(i + 1);
      [order[i], order[other]] = [order[other], order[i]];
    }
    return order;
  };

  const SYMBOLS = [..."0123456789SRD"];
  const COLOURS = [..."rygb"];
  const KINDS = [...COLOURS.flatMap((colour) => SYMBOLS.map((symbol) => colour + symbol)), "W", "W4", "WS", "WC"];

  const deck = ({ decks, shuffle_wilds, custom_wilds }) => {
    const one = KINDS.slice(0, 52).flatMap((card) => (card[1] === "0" ? [card] : [card, card]));
    for (const [card, count] of [["W", 4], ["W4", 4], ["WS", shuffle_wilds], ["WC", custom_wilds]]) {
      for (let i = 0; i < count; i++) one.push(card);
    }
    return Array.from({ length: decks }, () => one).flat();
  };

  const opens = (card, setting) => (setting === "numbers" ? /^[rygb]\d$/.test(card) : KINDS.indexOf(card) <= KINDS.indexOf("W"));

  // The deal that a seed leads to.
  const deal = async (given) => {
    const { seed, round, seats, hand_size, first_card } = given;
    let shuffle = 0;
    const dealer = round === 1 ? await stream(seed, shuffle++).below(seats) : given.dealer;
    let cards = await shuffled(deck(given), seed, shuffle++);
    for (let tries = 0; tries < 100; tries++) {
      const pile = [...cards];
      const hands = Array.from({ length: seats }, () => []);
      for (let i = 0; i < seats * hand_size; i++) hands[(dealer + 1 + i) % seats].push(pile.pop());
      if (pile.some((card) => opens(card, first_card))) {
        const put_back = [];
        let first = pile.pop();
        while (!opens(first, first_card)) {
          put_back.push(first);
          pile.splice(await stream(seed, shuffle++).below(pile.length + 1), 0, first);
          first = pile.pop();
        }
        return { dealer, hands, put_back, first, pile };
      }
      cards = await shuffled(cards.sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b)), seed, shuffle++);
    }
    throw new Error("these cards cannot be dealt");
  };

  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  const check = async (proof) => {
    const made = await deal(proof);
    return {
      commitment: (await sha256(proof.seed)) === proof.commitment,
      dealer: made.dealer === proof.dealer,
      hands: same(made.hands, proof.hands),
      // Hand by hand, so that it can be said which one is another.
      each: proof.hands.map((hand, seat) => same(hand, made.hands[seat])),
      first: same([made.put_back, made.first], [proof.put_back, proof.first]),
      pile: same(made.pile, proof.pile),
    };
  };

  globalThis.fairDeal = { sha256, deal, check };

  // The page

  const kept = (match, round) => {
    try {
      return localStorage.getItem(`uno-fair:${match}:${round}`);
    } catch {
      return null;
    }
  };

  const mark = (page, step, state) => {
    const place = page.querySelector(`[data-step="${step}"]`);
    if (place) place.dataset.state = state;
    return state;
  };

  const judged = (good) => (good ? "good" : "bad");

  const field = (page, name) => page.querySelector(`[data-fair="${name}"]`).value.trim();

  const compare = async (page) => {
    const commitment = field(page, "commitment").toLowerCase();
    const seed = field(page, "seed");
    const states = [];
    if (!commitment || !seed) return "nothing";
    const proof = page.dataset.proof ? { ...JSON.parse(page.dataset.proof), commitment, seed } : null;
    const found = proof ? await check(proof) : { commitment: (await sha256(seed)) === commitment };
    if (proof) {
      const seen = kept(page.dataset.match, proof.round);
      states.push(mark(page, "kept", seen === null ? "unknown" : judged(seen === commitment)));
    }
    states.push(mark(page, "commitment", judged(found.commitment)));
    if (proof) {
      for (const step of ["dealer", "hands", "first", "pile"]) states.push(mark(page, step, judged(found[step])));
      found.each.forEach((good, seat) => mark(page, `hand-${seat}`, judged(good)));
    }
    return states.includes("bad") ? "bad" : proof ? "good" : "matches";
  };

  const run = async (page) => {
    page.dataset.state = "checking";
    for (const step of page.querySelectorAll("[data-step]")) step.dataset.state = "open";
    try {
      page.dataset.state = await compare(page);
    } catch {
      page.dataset.state = "failed";
    }
  };

  document.addEventListener("submit", (event) => {
    const page = event.target.closest?.("[data-page='fair']");
    if (!page) return;
    event.preventDefault();
    run(page).then(() => page.querySelector(".fair-results").scrollIntoView({ block: "nearest" }));
  });

  // The page's elements come with its socket.
  const start = () => {
    const look = () => {
      const page = document.querySelector("[data-page='fair']");
      if (page?.dataset.proof && !page.dataset.state && page.querySelector('[data-fair="seed"]')?.value) run(page);
    };
    new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
    look();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
