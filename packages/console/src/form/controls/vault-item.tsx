import { Suspense } from 'react'
import { Skeleton } from '../../design/skeleton.tsx'
import { useAreaParts } from '../../values/area-parts.ts'
import type { InputProps } from '../form-field.ts'

/** A secret is never typed into a form: its vault item is chosen, by those who know the vault. */
export function VaultItemControl({ field, control, value, onChange }: InputProps<'vaultItem'>) {
  const { controls } = useAreaParts()
  return (
    <Suspense fallback={<Skeleton rows={1} />}>
      <controls.vaultItem
        {...control}
        value={value}
        isList={field.of.isList}
        isRequired={!field.isOptional}
        onChange={onChange}
      />
    </Suspense>
  )
}
