// What only the browser can do at the table: keys, focus, full screen, the clock's number, the screen that stays on.
// It decides nothing about the game: every key clicks a button that is on the page.
'use strict';
(() => {
  const KEYS = {
    d: '[data-action="draw"], [data-action="take"]', p: '[data-action="pass"]', u: '[data-action="call"]', x: '[data-action="catch"]',
    c: '[data-action="challenge"]', h: '[data-action="hint"]', s: '.bar [data-action="sort"]', l: '[data-action="log"]', t: '[data-action="people"]', '?': '[data-action="rules"]',
  };
  const root = () => document.querySelector('.table');
  const place = (card) => Number(card.style.getPropertyValue('--i'));
  const hand = () => [...document.querySelectorAll('.card.hand')].sort((a, b) => place(a) - place(b));
  const click = (selector) => { const found = root()?.querySelector(selector); found?.click(); return Boolean(found); };

  // One card of the hand is in the tab order, and the focus goes on to a neighbour when its card is played.
  let at = 0;
  let inHand = false;
  // When the hand has just come into sight, the first card that fits takes the focus.
  let fresh = true;
  // Whoever uses no keys is not shown where the focus is; their first key shows it, and does no more.
  let keys = false;
  const focus = (node) => {
    node.toggleAttribute('data-quiet', !keys);
    node.focus({ preventScroll: true });
  };
  const rove = (card) => {
    for (const each of hand()) each.tabIndex = each === card ? 0 : -1;
    at = place(card);
  };
  const settle = () => {
    const cards = hand();
    if (!cards.length) return;
    const active = document.activeElement;
    if (cards.includes(active)) return;
    const free = !document.querySelector('dialog[open], [data-focus]');
    const first = fresh && free;
    if (first) rove(cards.find((card) => card.hasAttribute('data-fits')) ?? cards[0]);
    const next = cards[Math.min(at, cards.length - 1)];
    if (!cards.some((card) => card.tabIndex === 0)) rove(next);
    const lost = !active || active === document.body || active.classList.contains('pile');
    if ((inHand || first) && lost && free) focus(next);
    if (free) fresh = false;
  };
  const step = (key) => {
    const cards = hand();
    if (!cards.length) return false;
    const now = cards.indexOf(document.activeElement);
    if (now < 0) { cards[Math.min(at, cards.length - 1)].focus(); return true; }
    const across = { ArrowRight: 1, ArrowLeft: -1, Home: -now, End: cards.length - 1 - now }[key];
    const target = across !== undefined ? cards.at((now + across) % cards.length) : vertical(cards, cards[now], key === 'ArrowUp' ? -1 : 1);
    target?.focus();
    return true;
  };
  const vertical = (cards, from, way) => {
    const box = from.getBoundingClientRect();
    const middle = (card) => { const b = card.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; };
    const here = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const others = cards.map((card) => ({ card, at: middle(card) })).filter((c) => (c.at.y - here.y) * way > box.height * 0.3);
    others.sort((a, b) => Math.abs(a.at.y - here.y) - Math.abs(b.at.y - here.y) + (Math.abs(a.at.x - here.x) - Math.abs(b.at.x - here.x)) / 4);
    return others[0]?.card;
  };

  document.addEventListener('focusin', (event) => {
    inHand = event.target.classList.contains('hand');
    if (inHand) rove(event.target);
  });
  document.addEventListener('focusout', (event) => event.target.removeAttribute('data-quiet'));
  const shown = (event) => {
    const quiet = event.target.closest('.card[data-quiet]');
    quiet?.removeAttribute('data-quiet');
    return quiet && /^(Arrow|Home$|End$|Enter$| $)/.test(event.key);
  };
  let showing = '';
  document.addEventListener('keydown', (event) => {
    keys = true;
    showing = shown(event) ? event.key : '';
    if (showing) event.preventDefault();
  }, true);
  // A button is pressed by the space bar when that is let go.
  document.addEventListener('keyup', (event) => { if (event.key === showing) event.preventDefault(); }, true);
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    if (!root() || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea, select')) return;
    if (document.querySelector('dialog[open]') || root().inert) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    let done = false;
    if (/^(Arrow|Home|End)/.test(key) && !event.target.closest('.log-scroll')) done = step(event.key);
    else if (key === 'Enter' && event.target.matches('body, .card.chosen')) done = click('[data-action="play"]');
    else if (key === 'Escape') done = click('[data-action="undo-selection"]') || (root().querySelector('.log[data-open]') && click('[data-action="log"]'));
    else if (key === 'f') { fullScreen(); done = true; } else if (KEYS[key] && !event.repeat) done = click(KEYS[key]);
    if (done) event.preventDefault();
  });

  // A card that is on its way to another place is not what somebody means to tap.
  const HASTE = 150;
  const across = (animation) => {
    const places = animation.effect.getKeyframes().map((frame) => new DOMMatrix(frame.transform === 'none' ? '' : frame.transform).e);
    return Math.abs(places[0] - places.at(-1)) > 8;
  };
  const onItsWay = (card) => card.getAnimations().some((animation) => {
    if (animation.animationName) return /^(come|turn-over)$/.test(animation.animationName);
    return animation.transitionProperty === 'transform' && animation.currentTime < HASTE && across(animation);
  });
  let tooSoon = false;
  document.addEventListener('pointerdown', (event) => {
    keys = false;
    const card = event.target.closest('.card.hand');
    tooSoon = Boolean(card && onItsWay(card));
  }, true);
  document.addEventListener('click', (event) => {
    if (tooSoon && event.detail && event.target.closest('.card.hand')) event.stopPropagation();
    tooSoon = false;
  }, true);

  // A tap shows at once, however far the server is, and until the table has moved on.
  const PATIENCE = 2000;
  let sent = null;
  let forgotten = 0;
  const answered = () => {
    clearTimeout(forgotten);
    sent?.classList.remove('sent');
    sent = null;
  };
  document.addEventListener('click', (event) => {
    const tapped = event.target.closest('.card.hand[data-fits], .press');
    if (!tapped) return;
    answered();
    sent = tapped;
    sent.classList.add('sent');
    forgotten = setTimeout(answered, PATIENCE);
  });
  let version = '';
  const moveOn = () => {
    const now = root()?.dataset.version ?? '';
    if (now !== version) answered();
    version = now;
  };

  // Full screen needs the person's own gesture, so the server cannot ask for it.
  const fullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.())?.catch(() => {});
  document.addEventListener('click', (event) => { if (event.target.closest('[data-full-screen]')) fullScreen(); });

  // The clock counts down by itself between two words from the server.
  let clock = null;
  const said = (node) => (node.className.match(/run-\w|stands/) || '') + node.dataset.left;
  const readClock = () => {
    const node = document.querySelector('.clock[data-left]');
    if (!node) { clock = null; return; }
    if (clock?.node !== node || clock.said !== said(node)) {
      clock = { node, said: said(node), end: performance.now() + Number(node.dataset.left) * 1000 };
    }
  };
  setInterval(() => {
    if (!clock || clock.node.classList.contains('stands')) return;
    const left = Math.max(0, Math.ceil((clock.end - performance.now()) / 1000));
    if (clock.node.dataset.seconds === String(left)) return;
    clock.node.dataset.seconds = left;
    clock.node.classList.toggle('hurry', left <= 10);
    if (left <= 5 && left > 0 && mine) window.unoSound?.fx('tick');
  }, 200);

  // On turn the screen stays on, and the phone gives a short buzz where that is wanted.
  let mine = false;
  let awake = null;
  const turn = async () => {
    const now = Boolean(root()?.hasAttribute('data-mine'));
    if (now === mine) return;
    mine = now;
    if (now && document.hidden && !document.title.startsWith('●')) document.title = `● ${document.title}`;
    if (now && root().hasAttribute('data-buzz')) navigator.vibrate?.(40);
    if (now && !awake && navigator.wakeLock && !document.hidden) {
      awake = await navigator.wakeLock.request('screen').catch(() => null);
      awake?.addEventListener('release', () => { awake = null; });
    }
    if (!now) { awake?.release(); awake = null; }
  };

  // A screen that has come takes the focus as soon as it can be seen.
  const focusNew = () => {
    const screen = document.querySelector('[data-focus]:not([data-focused])');
    if (!screen) return;
    focus(screen.querySelector('.btn-main') || screen);
    if (screen.contains(document.activeElement)) screen.dataset.focused = '';
    else setTimeout(focusNew, 200);
  };

  // A screen that has gone leaves the focus to the hand.
  let covered = false;
  const uncover = () => {
    const now = Boolean(document.querySelector('[data-focus]'));
    if (covered && !now) fresh = true;
    covered = now;
  };

  const look = () => { moveOn(); uncover(); settle(); readClock(); turn(); focusNew(); };
  let queued = false;
  new MutationObserver(() => {
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => { queued = false; look(); });
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'data-left', 'data-mine', 'data-version', 'inert'] });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    document.title = document.title.replace(/^● /, '');
    mine = false;
    turn();
  });
})();
