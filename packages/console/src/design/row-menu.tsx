import { Ellipsis } from 'lucide-react'
import { Button } from './button.tsx'
import { Menu, type MenuItem } from './menu.tsx'

/** The actions of a row. */
export const RowMenu = ({ of, items }: { readonly of: string; readonly items: readonly MenuItem[] }) => (
  <Menu
    trigger={
      <Button look="quiet" square aria-label={`Actions for ${of}`}>
        <Ellipsis aria-hidden />
      </Button>
    }
    items={items}
  />
)
