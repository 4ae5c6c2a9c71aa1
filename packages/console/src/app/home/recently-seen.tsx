import { useQuery } from '@tanstack/react-query'
import { Card } from '../../design/card.tsx'
import { useMode } from '../../session/mode.tsx'
import { RefLink } from '../../values/ref-link.tsx'
import { useRecents } from '../search/recents.ts'
import styles from './home.module.css'

const most = 8

/** The records that this browser has shown lately; without those that are gone. */
export function RecentlySeen() {
  const { client, mode } = useMode()
  const recents = useRecents()
  const names = useQuery({
    queryKey: [mode, 'recent', recents],
    queryFn: async ({ signal }) =>
      (await client.call('getNames', { query: { ids: recents.join(',') }, signal })).names,
    enabled: recents.length > 0,
  })
  const known = new Set(names.data?.map(({ id }) => id))
  const shown = recents.filter((id) => known.has(id)).slice(0, most)
  if (shown.length === 0) return null
  return (
    <Card title="Recently seen" isFlush>
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
