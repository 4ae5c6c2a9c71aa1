import { Star } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { useFavourites } from './favourites.ts'
import styles from './favourites.module.css'

/** Puts a record among the favourites on the home page, or takes it off. */
export function FavouriteButton({ id }: { readonly id: string }) {
  const { ids, toggle } = useFavourites()
  const isFavourite = ids.includes(id)
  return (
    <Button
      look="quiet"
      square
      aria-label="Favourite"
      aria-pressed={isFavourite}
      title={isFavourite ? 'Remove from your favourites' : 'Add to your favourites'}
      onClick={() => toggle(id)}
    >
      <Star aria-hidden {...(isFavourite && { className: styles.full })} />
    </Button>
  )
}
