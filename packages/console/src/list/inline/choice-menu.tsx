import { Menu } from '@base-ui/react/menu'
import type { Field } from '@svc/model'
import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import menu from '../../design/menu.module.css'
import { Cell } from '../../values/cell.tsx'
import type { Choice } from './choices.ts'

interface ChoiceMenuProps {
  readonly label: string
  readonly field: Field
  readonly choices: readonly Choice[]
  readonly value: unknown
  readonly anchor: HTMLElement
  readonly popup: RefObject<HTMLDivElement | null>
  readonly isBusy: boolean
  onChoose(value: unknown): void
  onClose(): void
}

/** The values of a field below its cell; choosing one saves it. */
export const ChoiceMenu = (props: ChoiceMenuProps) => {
  const { label, field, choices, value, anchor, popup, isBusy, onChoose, onClose } = props
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Menu.Portal>
        <Menu.Positioner className={menu.positioner} anchor={anchor} align="start" sideOffset={2}>
          <Menu.Popup ref={popup} className={menu.popup} aria-label={label} finalFocus={false}>
            <Menu.RadioGroup
              value={String(value)}
              onValueChange={(next) => {
                const chosen = choices.find((one) => String(one.value) === next)
                if (chosen) onChoose(chosen.value)
              }}
            >
              {choices.map(({ value: one, label: word }) => (
                <Menu.RadioItem
                  key={String(one)}
                  value={String(one)}
                  label={word}
                  disabled={isBusy}
                  className={menu.item}
                >
                  {one === null ? word : <Cell field={field} value={one} />}
                  <Menu.RadioItemIndicator className={menu.check}>
                    <Check aria-hidden />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
