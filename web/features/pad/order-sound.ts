import { readStored, writeStored } from '#web/lib/device-memory.ts'

const NAME = 'pad-sound'
const NOTES_HZ = [659, 880]
const NOTE_S = 0.12
const LOUDNESS = 0.15

let studio: AudioContext | null = null

/** Whether this device rings at a new order. */
export function orderSoundIsOn(): boolean {
  return readStored(NAME) !== null
}

export function switchOrderSound(on: boolean): void {
  writeStored(NAME, on ? 'true' : null)
  // A browser lets a page sound only from a touch on; this is one.
  if (on) ringOrder()
}

/** Two short notes; a browser that does not let the page sound stays silent. */
export function ringOrder(): void {
  try {
    studio ??= new AudioContext()
    const from = studio.currentTime
    void studio.resume().catch(() => undefined)
    for (const [at, hertz] of NOTES_HZ.entries()) note(studio, hertz, from + at * NOTE_S)
  } catch {
    studio = null
  }
}

function note(on: AudioContext, hertz: number, from: number): void {
  const voice = on.createOscillator()
  const volume = on.createGain()
  voice.frequency.value = hertz
  volume.gain.setValueAtTime(LOUDNESS, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S)
  voice.connect(volume).connect(on.destination)
  voice.start(from)
  voice.stop(from + NOTE_S)
}
