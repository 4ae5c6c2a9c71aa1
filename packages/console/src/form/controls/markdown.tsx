import { lazy, Suspense } from 'react'
import { Skeleton } from '../../design/skeleton.tsx'
import { type InputProps, textIn } from '../form-field.ts'

const MarkdownEditor = lazy(async () => ({
  default: (await import('../markdown-editor/markdown-editor.tsx')).MarkdownEditor,
}))

export const MarkdownControl = ({ control, value, onChange }: InputProps<'markdown'>) => (
  <Suspense fallback={<Skeleton />}>
    <MarkdownEditor {...control} value={textIn(value)} onChange={onChange} />
  </Suspense>
)
