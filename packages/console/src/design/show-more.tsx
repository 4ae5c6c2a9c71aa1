import { Button } from './button.tsx'
import styles from './parts.module.css'

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** Loads the next page of a list. */
export const ShowMore = ({ pages }: { readonly pages: Pages }) =>
  pages.hasNextPage ? (
    <div className={styles.more}>
      <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Show more
      </Button>
    </div>
  ) : null
