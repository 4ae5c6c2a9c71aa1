import { isPlain, textOf } from './values.ts'

export interface RefParts {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** The canonical form of a reference: `kind:namespace/name`, in lower case. */
export const refText = ({ kind, namespace, name }: RefParts): string =>
  `${kind}:${namespace}/${name}`.toLowerCase()

const pattern = /^(?:([^:/\s]{1,63}):)?(?:([^:/\s]{1,63})\/)?([^:/\s]{1,63})$/

/** Reads `[kind:][namespace/]name` or the same as an object; omitted parts default to those of its context. */
export function parseRef(
  value: unknown,
  context: Readonly<{ kind: string; namespace: string }>,
): string | undefined {
  if (isPlain(value)) {
    const name = textOf(value.name)
    if (name === undefined) return undefined
    const { kind = context.kind, namespace = context.namespace } = {
      kind: textOf(value.kind),
      namespace: textOf(value.namespace),
    }
    return refText({ kind, namespace, name })
  }
  const [, kind = context.kind, namespace = context.namespace, name] = pattern.exec(textOf(value) ?? '') ?? []
  return name === undefined ? undefined : refText({ kind, namespace, name })
}
