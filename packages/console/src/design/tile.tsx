import { Link } from '@tanstack/react-router'
import { classes } from './classes.ts'
import { Sparkline } from './chart/sparkline.tsx'
import styles from './tile.module.css'

/** Good and bad news; `unknown` where nothing, or nothing recent, is known, which is no good news. */
export type TileTone = 'good' | 'warn' | 'bad' | 'unknown'

export interface TileProps {
  readonly label: string
  /** The answer in a few words. */
  readonly value: string
  /** Why it is so; where nothing is known, what to do about it. */
  readonly reasons: readonly string[]
  readonly tone?: TileTone | undefined
  /** Where the answer comes from, or where the next step is taken. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly series?: readonly number[]
}

/** One question about something and its answer, which leads to the details. */
export const Tile = ({ label, value, reasons, tone, to, search, series }: TileProps) => (
  <Link to={to} search={search as never} className={classes(styles.tile, tone && styles[tone])}>
    <span className={styles.label}>{label}</span>
    <span className={styles.value}>
      <span className={styles.mark} aria-hidden />
      <bdi>{value}</bdi>
    </span>
    {series && <Sparkline values={series} />}
    {reasons.map((reason) => (
      <span key={reason} className={styles.reason}>
        <bdi>{reason}</bdi>
      </span>
    ))}
  </Link>
)

export const Tiles = ({ tiles, label }: { readonly tiles: readonly TileProps[]; readonly label: string }) => (
  <ul className={styles.tiles} aria-label={label}>
    {tiles.map((tile) => (
      <li key={tile.label}>
        <Tile {...tile} />
      </li>
    ))}
  </ul>
)
