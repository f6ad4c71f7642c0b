import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'

const key = 'side-menu'

/** Above 900 px the menu is beside the screen, unless closed; below that it is an overlay. */
export function useSideMenu() {
  const wide = useMediaQuery(`(width > ${limits.breakpointWide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const [closed, setClosed] = useState(() => storedState() === 'closed')
  const [over, setOver] = useState(false)
  return {
    beside: wide && !closed,
    over: !wide && over,
    opened: wide ? !closed : over,
    toggle(): void {
      if (wide) {
        storeState(closed ? 'open' : 'closed')
        setClosed(!closed)
      } else setOver(!over)
    },
    closeOver: () => setOver(false),
  }
}

function storedState(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Without storage the menu has its initial state.
    return null
  }
}

function storeState(state: 'open' | 'closed'): void {
  try {
    localStorage.setItem(key, state)
  } catch {
    // Without storage it opens again next time.
  }
}
