import { allOperations, type Kind, kinds, listKeyOf, type Operation } from '@svc/model'

/** The read operations of a kind: one, several, or the only one. */
export interface Questions {
  readonly kind: Kind
  readonly one?: Operation
  readonly several?: Operation
  readonly only?: Operation
}

/** Credentials are not catalog data; rules that issue them are kept as code like the rest. */
const isCredential = (kind: Kind): boolean =>
  kind.group === kinds.token.group && kind.resourceType === undefined

export const questionsAbout = (kind: Kind): Questions => {
  if (isCredential(kind)) return { kind }
  const reads = allOperations.filter(({ method }) => method === 'GET')
  const whole = reads.find(({ path }) => path === kind.path)
  const one = reads.find(({ path }) => path === `${kind.path}/{${kind.idParam}}`)
  const isList = whole?.success.schema?.properties?.[listKeyOf(kind)] !== undefined
  return {
    kind,
    ...(one && { one }),
    ...(whole && (isList ? { several: whole } : { only: whole })),
  }
}
