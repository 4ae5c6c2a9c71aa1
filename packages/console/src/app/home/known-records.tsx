import { useQuery } from '@tanstack/react-query'
import { Card } from '../../design/card.tsx'
import { useMode } from '../../session/mode.tsx'
import { RefLink } from '../../values/ref-link.tsx'
import styles from './home.module.css'

const most = 8

interface KnownRecordsProps {
  readonly title: string
  readonly ids: readonly string[]
}

/** Records that this browser remembers; without those that are gone. */
export function KnownRecords({ title, ids }: KnownRecordsProps) {
  const { client, mode } = useMode()
  const names = useQuery({
    queryKey: [mode, 'known', ids],
    queryFn: async ({ signal }) =>
      (await client.call('getNames', { query: { ids: ids.join(',') }, signal })).names,
    enabled: ids.length > 0,
  })
  const known = new Set(names.data?.map(({ id }) => id))
  const shown = ids.filter((id) => known.has(id)).slice(0, most)
  if (shown.length === 0) return null
  return (
    <Card title={title} isFlush>
      <ul className={styles.rows}>
        {shown.map((id) => (
          <li key={id} className={styles.row}>
            <RefLink id={id} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
