import { Link } from '@tanstack/react-router'
import { List } from 'lucide-react'
import { buttonClass } from '../../design/button.tsx'
import { addressOf, type View } from './view-address.ts'
import type { RecordProps } from '../../values/area-parts.ts'

/** Leads from a view's own page to the list that it keeps. */
export const OpenList = ({ record }: RecordProps) => (
  <Link {...addressOf(record as unknown as View)} className={buttonClass('primary')}>
    <List aria-hidden />
    Open list
  </Link>
)
