import { Link } from '@tanstack/react-router'
import { Signpost } from 'lucide-react'
import { buttonClass } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'

/** Shown for addresses that no page has. */
export const NotFound = () => (
  <Empty
    isPage
    icon={Signpost}
    title="Page not found"
    actions={
      <>
        <Link to="/" className={buttonClass('primary')}>
          Home
        </Link>
        <Link to="/catalog" className={buttonClass('secondary')}>
          Browse the catalog
        </Link>
      </>
    }
  >
    The address may be mistyped, or from another version of svc. Search finds everything in the catalog.
  </Empty>
)
