import { vendors } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { shownUrl } from '../../../session/base-path.ts'
import { Markdown } from '../../../values/markdown/markdown.tsx'
import type { Provider } from './providers-page.tsx'
import styles from './providers.module.css'
import { guideFor } from './vendor-guide.ts'

const guides = import.meta.glob<string>('../../../../../../docs/sign-in/*.md', {
  query: '?raw',
  import: 'default',
})

const readGuide = async (name: string): Promise<string> =>
  (await guides[`../../../../../../docs/sign-in/${name}.md`]?.()) ?? ''

/** Where a vendor's page says nothing of a protocol, that of any other provider does. */
async function guideOf({ id, vendor, protocol }: Provider): Promise<string> {
  const place = { protocol, publicUrl: shownUrl, providerId: id }
  const own = guideFor(await readGuide(vendors[vendor].setUp.guide), place)
  return own ?? guideFor(await readGuide(vendors.generic.setUp.guide), place) ?? ''
}

/** All steps at a vendor, as docs/sign-in has them. */
export function StepByStep({ provider }: { readonly provider: Provider }) {
  const { id, vendor, protocol } = provider
  const found = useQuery({
    queryKey: ['sign-in-guide', id, vendor, protocol],
    queryFn: () => guideOf(provider),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <details className={styles.guide}>
      <summary>Step by step</summary>
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={4} />}
      {found.data && <Markdown text={found.data} />}
    </details>
  )
}
