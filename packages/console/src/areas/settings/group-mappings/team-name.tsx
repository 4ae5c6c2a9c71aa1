import type { Mode } from '@svc/model'
import { useName } from '../../../api/names.ts'
import { ModeSide } from '../../../session/mode.tsx'
import { RefLink } from '../../../values/ref-link.tsx'

/** A team of one of the two modes by its name; a link where it leads to the team, which it does in live mode. */
export const TeamName = ({ id, mode }: { readonly id: string; readonly mode: Mode }) => (
  <ModeSide mode={mode}>
    {mode === 'live' ? (
      <RefLink id={id} />
    ) : (
      <>
        <Name id={id} /> (test)
      </>
    )}
  </ModeSide>
)

function Name({ id }: { readonly id: string }) {
  const { data: found } = useName(id)
  return <strong>{found?.name ?? id}</strong>
}
