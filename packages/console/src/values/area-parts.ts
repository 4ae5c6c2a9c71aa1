import type { Client, Fields } from '@svc/client'
import type { EntitySummary, Kind, LoggedEvent, Unit } from '@svc/model'
import { type ComponentType, createContext, useContext } from 'react'
import type { ControlProps } from '../design/field.tsx'

export interface RecordProps {
  readonly kind: Kind
  readonly record: Fields
}

/** A panel of a record's page, with its own address; its code is loaded on demand. */
export interface Panel {
  readonly id: string
  readonly label: string
  /**
   * From the left: the overview is at 0, the history at the end. Panels below 0 are the main reason to open such a
   * record.
   */
  readonly position: number
  /** How many entries it has, or whether it has any, where a summary says so: an empty one is less prominent. */
  readonly fill?: (summary: EntitySummary) => number | boolean
  load(): Promise<{ readonly default: ComponentType<RecordProps> }>
}

/**
 * A card of the overview: `top` answers the first questions, and the fields are then folded away; `main` is beside the
 * fields, `side` in the side column.
 */
export interface OverviewCard {
  readonly id: string
  readonly place: 'top' | 'main' | 'side'
  readonly Card: ComponentType<RecordProps>
  /** The fields that it shows, which nothing else has to repeat. */
  readonly shows?: readonly string[]
}

/** Formats a number with its unit. */
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

export interface VaultItemProps extends ControlProps {
  readonly value: unknown
  /** Whether it takes several keywords. */
  readonly isList: boolean
  readonly isRequired: boolean
  onChange(value: unknown): void
}

/** What a list shows, as its address says it. */
export interface ShownList {
  readonly kind: Kind
  readonly query: string
  readonly sort: string | null
  readonly group: string | null
  /** None for the usual ones. */
  readonly columns: readonly string[]
}

type ByKind<T> = Readonly<Record<string, T>>

/** What areas contribute for some kinds to the pages that show every kind. The app provides it. */
export interface AreaParts {
  readonly panels: ByKind<readonly Panel[]>
  readonly cards: ByKind<readonly OverviewCard[]>
  /** Further actions for a record, besides editing and deleting. */
  readonly actions: ByKind<ComponentType<RecordProps>>
  /** Other ways to look at a kind's list. */
  readonly views: ByKind<ComponentType>
  /** How to read a history that everyone who sees the record may see; otherwise administrators read it in the log. */
  readonly histories: ByKind<ReadHistory>
  /** How a structured value is shown on one line, by `<kind>.<field>`. */
  readonly lines: Readonly<Record<string, ComponentType<{ readonly value: unknown }>>>
  /** The initial value of an optional part, once somebody adds it, by its path in the record. */
  readonly beginnings: Readonly<Record<string, () => unknown>>
  readonly figures: Readonly<Record<Unit, Figure>>
  /** Controls of forms that only an area can offer. */
  readonly controls: { readonly vaultItem: ComponentType<VaultItemProps> }
  /** What can be done with any list as it is shown. */
  readonly lists: { readonly Keep: ComponentType<{ readonly list: ShownList }> }
}

const Context = createContext<AreaParts | undefined>(undefined)

export const AreaPartsProvider = Context.Provider

export function useAreaParts(): AreaParts {
  const parts = useContext(Context)
  if (!parts) throw new Error('useAreaParts needs an AreaPartsProvider.')
  return parts
}
