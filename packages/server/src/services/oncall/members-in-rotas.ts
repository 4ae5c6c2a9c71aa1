import { addressesIn, kinds, membersIn, type Rota, type RotaPerson } from '@svc/model'
import { type Context, recordsOf } from '../context.ts'

export interface RotaMember {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly isActive: boolean
}

/** Finds the member who a person of these rotas is, by id or e-mail address. */
export async function membersInRotas(
  ctx: Context,
  rotas: readonly Rota[],
): Promise<(person: RotaPerson) => RotaMember | undefined> {
  const ids = [...new Set(rotas.flatMap((rota) => membersIn(rota).map(({ id }) => id)))]
  const emails = [...new Set(rotas.flatMap(addressesIn))]
  const found = await Promise.all([membersWith(ctx, 'id', ids), membersWith(ctx, 'email', emails)])
  const members = found.flat()
  const byId = new Map(members.map((one) => [one.id, one]))
  const byEmail = new Map(members.map((one) => [one.email?.toLowerCase(), one]))
  return ({ uid, email }) =>
    typeof uid === 'string'
      ? byId.get(uid)
      : typeof email === 'string'
        ? byEmail.get(email.toLowerCase())
        : undefined
}

async function membersWith(
  ctx: Context,
  field: 'id' | 'email',
  values: readonly string[],
): Promise<readonly RotaMember[]> {
  if (values.length === 0) return []
  const found = await recordsOf(ctx, kinds.user).list(kinds.user, {
    where: [{ field, in: values }],
    fields: ['id', 'displayName', 'email', 'isActive'],
  })
  return found.map(({ record }) => ({
    id: String(record.id),
    name: record.displayName as string | null,
    email: record.email as string | null,
    isActive: record.isActive === true,
  }))
}
