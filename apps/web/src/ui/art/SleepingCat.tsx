import cat from './sleeping-cat.svg'

/** A grey cat that is about to fall asleep. */
export function SleepingCat() {
  return <img src={cat} alt="" width={170} height={190} />
}
