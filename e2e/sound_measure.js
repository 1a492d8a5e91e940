// Renders rows of notes offline and measures them: the greatest sample, the loudness of each tenth of a second, and
// the pitch of the piece from `from` to `until` seconds, by autocorrelation.
async ({ rows, tick, seconds, gain, from, until }) => {
  const RATE = 44100;
  const ctx = new OfflineAudioContext(2, seconds * RATE, RATE);
  const synth = new unoSound.Synth(ctx);
  const bus = synth.bus(gain);
  for (const row of rows) synth.note(row, row[0] * tick, tick, bus);
  const made = await ctx.startRendering();
  const data = made.getChannelData(0);
  let peak = 0;
  let finite = true;
  for (const side of [data, made.getChannelData(1)]) {
    for (const x of side) {
      peak = Math.max(peak, Math.abs(x));
      finite = finite && Number.isFinite(x);
    }
  }
  const windows = [];
  for (let at = 0; at + RATE / 10 <= data.length; at += RATE / 10) {
    windows.push(Math.sqrt(data.subarray(at, at + RATE / 10).reduce((sum, x) => sum + x * x, 0) / (RATE / 10)));
  }
  if (!until) return { peak, finite, windows, pitch: 0 };

  // The shortest lag at which the sound is nearly as much like itself as it gets, refined between samples.
  const piece = data.subarray(from * RATE, until * RATE);
  const alike = [];
  for (let lag = 15; lag < 700; lag++) {
    alike[lag] = 0;
    for (let i = 0; i + lag < piece.length; i++) alike[lag] += piece[i] * piece[i + lag];
  }
  const top = (value, lag) => value > alike[lag - 1] && value >= alike[lag + 1];
  const best = Math.max(...alike.filter(top));
  const lag = alike.findIndex((value, at) => value > 0.85 * best && top(value, at));
  const [a, b, c] = [alike[lag - 1], alike[lag], alike[lag + 1]];
  return { peak, finite, windows, pitch: 69 + 12 * Math.log2(RATE / (lag + (a - c) / 2 / (a - 2 * b + c)) / 440) };
}
