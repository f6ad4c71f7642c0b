import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'

const key = 'side-menu'

/** Above 900 px the menu stands beside the screen, unless it was closed; below it opens over the screen. */
export function useSideMenu() {
  const wide = useMediaQuery(`(width > ${limits.breakpointWide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const [closed, setClosed] = useState(() => kept() === 'closed')
  const [over, setOver] = useState(false)
  return {
    beside: wide && !closed,
    over: !wide && over,
    opened: wide ? !closed : over,
    toggle(): void {
      if (wide) {
        keep(closed ? 'open' : 'closed')
        setClosed(!closed)
      } else setOver(!over)
    },
    closeOver: () => setOver(false),
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that stores nothing shows the menu as it is at first.
    return null
  }
}

function keep(state: 'open' | 'closed'): void {
  try {
    localStorage.setItem(key, state)
  } catch {
    // A browser that keeps nothing opens it again next time.
  }
}
