import { longTime, shortTime } from './times.ts'

interface WhenProps {
  readonly at: string | null | undefined
  readonly otherwise?: string
}

/** A relative time, with the exact time as a tooltip. */
export const When = ({ at, otherwise = 'never' }: WhenProps) =>
  at ? (
    <time dateTime={at} title={longTime(at)}>
      {shortTime(at)}
    </time>
  ) : (
    <span>{otherwise}</span>
  )
