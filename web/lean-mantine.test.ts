import { expect, test } from 'vitest'
import { leanMantine, namedIn, withoutParts } from './lean-mantine.ts'

const code = `import { ButtonGroup } from "./ButtonGroup/ButtonGroup.mjs";
import { ButtonGroupSection } from "./ButtonGroupSection/ButtonGroupSection.mjs";
Button.classes = classes;
Button.displayName = "@mantine/core/Button";
Button.Group = ButtonGroup;
Button.GroupSection = ButtonGroupSection;
export { Button };
`

test('keeps only the used parts of a component', () => {
  const named = new Set(namedIn(['<Button.Group mt="sm">', code]))
  expect(withoutParts(code, named)).toBe(code.replace(/.*ButtonGroupSection.*\n/g, ''))
})

test('the theme’s style sheet has its colors and the responsive classes', async () => {
  const [variables] = leanMantine()
  if (typeof variables?.resolveId !== 'function' || typeof variables.load !== 'function') throw new Error()
  const [resolveId, load] = [variables.resolveId as (id: string) => string, variables.load]
  const styles = await load.call(
    { environment: { mode: 'build' } } as never,
    resolveId('virtual:theme-variables.css'),
  )
  expect(styles).toContain('--mantine-color-accent-7: #0b6b72;')
  expect(styles).toMatch(/dark"\]\)\{[^}]*--mantine-color-error: #ff8787;/)
  expect(styles).toContain('.mantine-hidden-from-sm')
})
