import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useMode } from '../../session/mode.tsx'
import { Button } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { Input } from '../../design/field.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useSearchText } from '../../form/picker/use-search-text.ts'
import styles from './all-page.module.css'
import { CatalogViews } from './catalog-views.tsx'
import { catalogKinds, everything } from './everything.ts'
import { FoundCard, NewestCard } from './kind-card.tsx'

const ofEach = 20

/** The whole catalog at a glance: a few records of each kind, or all that match. */
export function AllPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const q = search.q === undefined ? '' : String(search.q)
  const ask = (words: string) =>
    void navigate({ to: '.', search: { q: words || undefined } as never, replace: true })
  const [typed, setTyped] = useSearchText(q, ask)
  return (
    <>
      <PageHead title="Catalog" lead={everything.about} actions={<CatalogViews />} />
      <Input
        className={styles.search}
        type="search"
        aria-label="Search the catalog"
        placeholder="Search projects, APIs, resources, systems, domains and teams…"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {q ? <Found q={q} onClear={() => ask('')} /> : <Newest />}
    </>
  )
}

const Newest = () => (
  <div className={styles.cards}>
    {catalogKinds.map((kind) => (
      <NewestCard key={kind.name} kind={kind} />
    ))}
  </div>
)

function Found({ q, onClear }: { readonly q: string; readonly onClear: () => void }) {
  const { client, mode } = useMode()
  const found = useQuery({
    queryKey: [mode, 'search', q, ofEach],
    queryFn: ({ signal }) => client.call('searchEverything', { query: { q, limit: ofEach }, signal }),
    placeholderData: (before) => before,
  })
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton />
  const byKind = Map.groupBy(found.data.results, ({ kind }) => kind)
  const matching = catalogKinds.filter(({ name }) => byKind.has(name))
  if (matching.length === 0) {
    return (
      <Empty
        icon={SearchX}
        title={`Nothing matches “${q}”`}
        actions={<Button onClick={onClear}>Clear the search</Button>}
      >
        Names, descriptions and tags are searched.
      </Empty>
    )
  }
  return (
    <div className={styles.cards}>
      {matching.map((kind) => (
        <FoundCard key={kind.name} kind={kind} found={byKind.get(kind.name) ?? []} q={q} most={ofEach} />
      ))}
    </div>
  )
}
