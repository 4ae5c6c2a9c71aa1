import type { RecordProps } from '../../values/area-parts.ts'
import { OnCallNow } from './on-call-now.tsx'
import { RotaCard } from './rota-card.tsx'
import type { Binding } from './words.ts'

/** Who is on call according to a binding, and how they take turns. */
export function BindingCards({ record }: RecordProps) {
  const binding = record as Binding
  return (
    <>
      <OnCallNow binding={binding} />
      {binding.manual && <RotaCard rota={binding.manual} />}
    </>
  )
}
