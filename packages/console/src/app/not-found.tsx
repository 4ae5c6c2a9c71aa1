import { Link } from '@tanstack/react-router'
import { Signpost } from 'lucide-react'
import { buttonClass } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'

/** In place of a page that there is not. */
export const NotFound = () => (
  <Empty
    isPage
    icon={Signpost}
    title="There is no such page"
    actions={
      <>
        <Link to="/" className={buttonClass('primary')}>
          Home
        </Link>
        <Link to="/catalog" className={buttonClass('secondary')}>
          Search everything
        </Link>
      </>
    }
  >
    The address may have been cut short, or written by hand.
  </Empty>
)
