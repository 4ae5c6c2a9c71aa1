const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago or how far off; the exact time on a longer look. */
export function When({
  at,
  otherwise = 'never',
}: {
  readonly at: string | null | undefined
  readonly otherwise?: string
}) {
  if (!at) return <span>{otherwise}</span>
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {inWords(at)}
    </time>
  )
}

function inWords(at: string): string {
  const seconds = (Date.parse(at) - Date.now()) / 1_000
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? []
  return unit && size ? relative.format(Math.round(seconds / size), unit) : 'just now'
}
