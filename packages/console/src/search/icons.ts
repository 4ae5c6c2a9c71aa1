import { FileText, type LucideIcon } from 'lucide-react'
import { navigation } from '../app/navigation.ts'

const byKind = new Map(
  navigation.flatMap(({ places }) => places).flatMap(({ kind, icon }) => (kind ? [[kind.name, icon]] : [])),
)

/** The picture that a kind has in the margin. */
export const iconOf = (kind: string): LucideIcon => byKind.get(kind) ?? FileText
