import type { Client, Fields } from '@svc/client'
import type { Kind, LoggedEvent, Unit } from '@svc/model'
import { type ComponentType, createContext, useContext } from 'react'
import type { ControlProps } from '../design/field.tsx'

export interface RecordProps {
  readonly kind: Kind
  readonly record: Fields
}

/** A part of a record's page, with an address of its own; its code comes when it is looked at. */
export interface Panel {
  readonly id: string
  readonly label: string
  /** From the left: the overview is at 0, the history at the end. Below 0 is what people open such a record for. */
  readonly position: number
  load(): Promise<{ readonly default: ComponentType<RecordProps> }>
}

/** A card of the overview: `main` beside the fields, `side` in the margin. */
export interface OverviewCard {
  readonly id: string
  readonly place: 'main' | 'side'
  readonly Card: ComponentType<RecordProps>
  /** The fields that it tells, which nothing else has to repeat. */
  readonly tells?: readonly string[]
}

/** A number as people say it, with its unit. */
export type Figure = (value: number, record: Fields) => string

export interface HistoryPage {
  readonly events: readonly LoggedEvent[]
  readonly nextCursor?: string | null
}

export type PageOfHistory = Readonly<{ limit: number; cursor?: string }>

export type ReadHistory = (
  client: Client,
  id: string,
  page: PageOfHistory,
  signal: AbortSignal,
) => Promise<HistoryPage>

export interface FormatControlProps extends ControlProps {
  readonly value: unknown
  /** Whether it is a list of such texts. */
  readonly isList: boolean
  readonly isRequired: boolean
  onChange(value: unknown): void
}

type ByKind<T> = Readonly<Record<string, T>>

/** What areas know about some kinds, for the pages that show every kind. They are handed in by the app. */
export interface AreaParts {
  readonly panels: ByKind<readonly Panel[]>
  readonly cards: ByKind<readonly OverviewCard[]>
  /** What else can be done with a record, beside editing and deleting it. */
  readonly actions: ByKind<ComponentType<RecordProps>>
  /** Other ways to look at a kind's list. */
  readonly views: ByKind<ComponentType>
  /** How everyone who sees a record can read its history; elsewhere administrators read it in the log. */
  readonly histories: ByKind<ReadHistory>
  /** How a value with parts is said in a line, by `<kind>.<field>`. */
  readonly lines: Readonly<Record<string, ComponentType<{ readonly value: unknown }>>>
  /** What an optional part of a value begins with once somebody wants it, by its path in the record. */
  readonly beginnings: Readonly<Record<string, () => unknown>>
  readonly figures: Readonly<Record<Unit, Figure>>
  /** Controls for texts of a format that only an area understands. */
  readonly formats: Readonly<Record<string, ComponentType<FormatControlProps>>>
}

const Context = createContext<AreaParts | undefined>(undefined)

export const AreaPartsProvider = Context.Provider

export function useAreaParts(): AreaParts {
  const parts = useContext(Context)
  if (!parts) throw new Error('No areas were handed in here.')
  return parts
}
