// A small synthesiser for the notes that Python wrote, and a voice that says UNO. Nothing sounds before the first
// tap or key, and nothing is kept for later: what cannot be heard now is never heard.
'use strict';
(() => {
  const AHEAD = 0.3, LOOK = 80; // seconds of music planned; milliseconds between two looks
  const BURST = 4; // calls within a quarter of a second; more is a page that catches up
  const BAND = 0.3; // the volume of the music
  const hertz = (pitch) => 440 * 2 ** ((pitch - 69) / 12);
  const chance = () => 2 * Math.random() - 1;

  // Plays into any audio context, live or offline.
  class Synth {
    constructor(ctx) {
      this.ctx = ctx;
      this.strings = {};
      this.air = this.buffer(1, 1, chance);
      const room = this.buffer(2, 0.9, (i) => chance() * Math.exp(-i / ctx.sampleRate / 0.16));
      const press = new DynamicsCompressorNode(ctx, { threshold: -14, knee: 12, ratio: 6, release: 0.2 });
      this.out = new GainNode(ctx);
      this.out.connect(press).connect(new GainNode(ctx, { gain: 0.6 })).connect(ctx.destination);
      this.out.connect(new GainNode(ctx, { gain: 0.22 })).connect(new ConvolverNode(ctx, { buffer: room })).connect(press);
    }

    buffer(channels, seconds, sample) {
      const made = this.ctx.createBuffer(channels, this.ctx.sampleRate * seconds, this.ctx.sampleRate);
      for (let c = 0; c < channels; c++) made.getChannelData(c).forEach((_, i, data) => { data[i] = sample(i, data); });
      return made;
    }

    // A way in, with a volume and a place between left (-1) and right (1).
    bus(gain, pan = 0, into = this.out) {
      const way = new GainNode(this.ctx, { gain });
      way.connect(new StereoPannerNode(this.ctx, { pan })).connect(into);
      return way;
    }

    // One row of app/art/notes.py, the second when it begins, and the seconds of a tick.
    note([, voice, pitch, length, level, to], at, tick, out) {
      VOICES[voice](this, { out, at, last: length * tick, freq: hertz(pitch), to: to && hertz(to), level: level / 100 });
    }

    // Swell in `attack` seconds, then die away until it has lasted long enough, or be held for so long.
    fade({ at, last, level }, source, { attack = 0.004, held = false }) {
      const fade = new GainNode(this.ctx, { gain: 0 });
      fade.gain.setValueAtTime(0, at);
      fade.gain.linearRampToValueAtTime(level, at + attack);
      fade.gain.setTargetAtTime(0, at + (held ? Math.max(attack, last) : attack), held ? 0.045 : last / 4);
      return source.connect(fade);
    }

    // One oscillator, `ratio` above the note; `cut` takes its edge off, `vibrato` is in cents.
    tone(note, type, ratio, share, options = {}) {
      const n = { ...note, level: note.level * share, last: options.last ?? note.last };
      const end = n.at + n.last + 0.3;
      const osc = this.slide(new OscillatorNode(this.ctx, { type }), n, ratio);
      if (options.vibrato) {
        const wave = new OscillatorNode(this.ctx, { frequency: 5.2 });
        const depth = new GainNode(this.ctx, { gain: 0 });
        depth.gain.setTargetAtTime(options.vibrato, n.at + 0.15, 0.2);
        wave.connect(depth).connect(osc.detune);
        wave.start(n.at);
        wave.stop(end);
      }
      const soft = options.cut && new BiquadFilterNode(this.ctx, { frequency: n.freq * options.cut, Q: 0.7 });
      soft?.frequency.setTargetAtTime(n.freq * options.cut * 0.45, n.at, n.last / 2);
      this.fade(n, soft ? osc.connect(soft) : osc, options).connect(n.out);
      osc.start(n.at);
      osc.stop(end);
    }

    slide(node, n, ratio = 1) {
      node.frequency.setValueAtTime(n.freq * ratio, n.at);
      if (n.to) node.frequency.exponentialRampToValueAtTime(n.to * ratio, n.at + n.last);
      return node;
    }

    hiss(n, type, Q, share, attack) {
      const band = this.slide(new BiquadFilterNode(this.ctx, { type, Q }), n);
      this.sample(this.air, { ...n, level: n.level * share }, band, { attack }, (n.at * 0.37) % 0.9);
    }

    sample(buffer, n, filter, options, from = 0) {
      const source = new AudioBufferSourceNode(this.ctx, { buffer, loop: buffer === this.air });
      this.fade(n, source.connect(filter), options).connect(n.out);
      source.start(n.at, from);
      source.stop(n.at + n.last + 0.3);
    }

    // A string: noise that goes round and round and loses its edge (Karplus and Strong).
    pluck(n) {
      const round = this.ctx.sampleRate / n.freq - 0.5; // the mean of two neighbours is half a sample late
      const whole = Math.floor(round), rest = round - whole;
      const mix = (data, i) => data[i] * (1 - rest) + data[i - 1] * rest;
      this.strings[n.freq] ??= this.buffer(1, 1.2, (i, data) => i < whole + 2
        ? 0.5 * (data[i - 1] ?? 0) + 0.5 * chance()
        : 0.4985 * (mix(data, i - whole) + mix(data, i - whole - 1)));
      this.sample(this.strings[n.freq], n, new BiquadFilterNode(this.ctx, { frequency: 2600, Q: 0.4 }), { held: true });
    }
  }

  // The instruments, in the order of VOICES in app/art/notes.py.
  const VOICES = [
    function bass(s, n) {
      s.tone(n, 'triangle', 1, 0.8, { attack: 0.012, held: true, cut: 7 });
      s.tone(n, 'sine', 2, 0.22, { last: 0.16 });
    },
    function guitar(s, n) { s.pluck(n); },
    function vibes(s, n) {
      s.tone(n, 'sine', 1, 0.7, { last: Math.max(n.last, 0.9) });
      s.tone(n, 'sine', 4, 0.16, { last: 0.25 });
    },
    function flute(s, n) {
      s.tone(n, 'sine', 1, 0.62, { attack: 0.05, held: true, vibrato: 9 });
      s.tone(n, 'sine', 2, 0.12, { attack: 0.07, held: true, vibrato: 9 });
      s.hiss(n, 'bandpass', 2, 0.05, 0.03);
    },
    function marimba(s, n) {
      s.tone(n, 'sine', 1, 0.9);
      s.tone(n, 'sine', 3.93, 0.22, { last: 0.07 });
    },
    function bell(s, n) {
      s.tone(n, 'sine', 1, 0.62);
      s.tone(n, 'sine', 2.01, 0.22, { last: n.last * 0.6 });
      s.tone(n, 'sine', 5.42, 0.08, { last: 0.12 });
    },
    function brass(s, n) { s.tone(n, 'sawtooth', 1, 0.65, { attack: 0.025, held: true, cut: 5 }); },
    function sine(s, n) { s.tone(n, 'sine', 1, 0.6, { attack: 0.012, held: true }); },
    function noise(s, n) { s.hiss(n, 'bandpass', 1.1, 2.2, n.last * 0.25); },
    function thump(s, n) { s.tone({ ...n, to: n.freq / 2 }, 'sine', 1, 1.1); },
    function rim(s, n) {
      s.tone(n, 'triangle', 1, 0.5, { attack: 0.001, last: 0.04 });
      s.hiss({ ...n, last: 0.03 }, 'bandpass', 1, 0.5, 0.001);
    },
    function shaker(s, n) { s.hiss(n, 'highpass', 0.6, 0.5, 0.016); },
  ];

  const given = document.currentScript?.dataset ?? {};
  const on = {};
  for (const name of given.on?.split(' ') ?? []) on[name] = true;
  const scores = {};
  const score = (name) => scores[name] ??= fetch(given[name]).then((answer) => answer.json()).catch(() => { delete scores[name]; });
  // Kept for the next page of this tab; where nothing can be kept, each page begins anew.
  let kept = {};
  try { kept = sessionStorage; } catch { /* as said above */ }
  const speech = window.speechSynthesis;

  let ctx, synth, table, effects, song;
  let calls = [];
  const heard = () => ctx?.state === 'running' && !document.hidden;
  const wanted = () => (on.effects || on.voice || on.music) && !document.hidden;

  const wake = () => {
    if (!ctx) {
      ctx = new AudioContext();
      synth = new Synth(ctx);
      table = synth.bus(1);
      ctx.addEventListener('statechange', settle);
    }
    ctx.resume().catch(() => {});
  };

  // Run or rest, as the switches and the page want.
  const settle = async () => {
    if (!ctx) return;
    if (wanted() && ctx.state !== 'running') ctx.resume().catch(() => {});
    if (!wanted() && ctx.state === 'running') ctx.suspend();
    if (!on.music) song = song?.stop();
    if (on.effects || on.voice) effects = await score('effects');
    const music = on.music && heard() && await score('music');
    if (music && on.music && heard()) song ??= new Song(music);
  };

  // A page may sound from its first tap or key on. The next page of the same tab may try at once.
  const gesture = (event) => {
    if (heard() || ctx && !wanted() || !event.isTrusted || navigator.userActivation?.isActive === false) return;
    if (!ctx && on.voice) speech?.speak(Object.assign(new SpeechSynthesisUtterance(''), { volume: 0 }));
    kept.soundWoken = 1;
    wake();
    settle();
  };
  for (const kind of ['pointerdown', 'pointerup', 'keydown']) window.addEventListener(kind, gesture, true);

  const speak = (word) => {
    const voice = speech?.getVoices().find((each) => each.lang.slice(0, 2) === document.documentElement.lang.slice(0, 2));
    if (!voice) return;
    speech.cancel();
    speech.speak(Object.assign(new SpeechSynthesisUtterance(word), { voice, lang: voice.lang, rate: 1.05, pitch: 1.15 }));
  };

  // Play effects, one after the other; `say` is the word that the voice says with "uno".
  const fx = (names, { gain = 1, pan = 0, say = 'UNO!' } = {}) => {
    const asked = [names].flat().filter((name) => effects?.[name] && (on.effects || on.voice && name === 'uno'));
    if (!heard() || !asked.length) return;
    let at = ctx.currentTime + 0.005;
    calls = calls.filter((call) => call > at - 0.25);
    if (calls.push(at) > BURST) return;
    const bus = synth.bus(gain, pan, table);
    for (const name of asked) {
      let end = 0;
      for (const row of effects[name]) {
        synth.note(row, at + row[0] / 1000, 0.001, bus);
        end = Math.max(end, row[0] + row[3]);
      }
      at += Math.min(0.4, Math.max(0.09, end / 2000)); // the next one enters half way through
    }
    if (!on.voice || !asked.includes('uno')) return;
    song?.duck();
    speak(say);
  };

  class Song {
    constructor(music) {
      this.music = music;
      this.bus = synth.bus(BAND);
      const from = (kept.soundBar || 0) * music.bar % music.length;
      this.next = Math.max(0, music.notes.findIndex((note) => note[0] >= from));
      this.origin = ctx.currentTime + 0.1 - from * music.tick;
      this.timer = setInterval(() => this.plan(), LOOK);
    }

    plan() {
      const { notes, tick, length, bar } = this.music;
      const now = ctx.currentTime;
      const due = () => this.origin + notes[this.next][0] * tick;
      // A page that was busy for too long goes on from here rather than hurry after.
      if (due() < now - 0.1) this.origin += now - due();
      while (due() < now + AHEAD) {
        synth.note(notes[this.next], Math.max(due(), now), tick, this.bus);
        this.next = (this.next + 1) % notes.length;
        if (!this.next) this.origin += length * tick;
      }
      kept.soundBar = Math.floor(notes[this.next][0] / bar);
    }

    duck() {
      this.bus.gain.setTargetAtTime(BAND / 3, ctx.currentTime, 0.05);
      this.bus.gain.setTargetAtTime(BAND, ctx.currentTime + 1, 0.3);
    }

    stop() {
      clearInterval(this.timer);
      this.bus.gain.setTargetAtTime(0, ctx.currentTime, 0.05);
      setTimeout(() => this.bus.disconnect(), 400);
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden && ctx) {
      // What still sounds must not go on when the page is back. The music may: its clock rests, too.
      table.disconnect();
      table = synth.bus(1);
      speech?.cancel();
    }
    settle();
  });

  // M switches the music, on every page.
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'm' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.closest?.('input, textarea, select')) document.querySelector('[data-sound="music"]')?.click();
  });

  const turn = (name) => (state) => { on[name] = Boolean(state); settle(); };
  window.unoSound = { Synth, fx, say: (say) => fx('uno', { say }), effects: turn('effects'), music: turn('music'), voice: turn('voice') };
  speech?.getVoices(); // some browsers look for voices only when asked
  if (on.effects || on.voice) score('effects');
  if (kept.soundWoken) { wake(); settle(); }
})();
