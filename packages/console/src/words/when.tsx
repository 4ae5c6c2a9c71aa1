import { longTime, shortTime } from './times.ts'

interface WhenProps {
  readonly at: string | null | undefined
  readonly otherwise?: string
}

/** How long ago or how far off, as the lists say it; the exact time on a longer look. */
export const When = ({ at, otherwise = 'never' }: WhenProps) =>
  at ? (
    <time dateTime={at} title={longTime(at)}>
      {shortTime(at)}
    </time>
  ) : (
    <span>{otherwise}</span>
  )
