import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const accent: MantineColorsTuple = [
  '#e9f5f5',
  '#d0e8e9',
  '#a6d5d7',
  '#74bec2',
  '#4fadb2',
  '#2a959b',
  '#127a81',
  '#0b6b72',
  '#08565c',
  '#053f44',
]

/** Cool grays; Mantine's dark ones are neutral and look brown beside the accent. */
const dark: MantineColorsTuple = [
  '#dbe0e3',
  '#b8c0c5',
  '#919ba1',
  '#6c777d',
  '#3f494e',
  '#353d42',
  '#272d31',
  '#1d2123',
  '#171b1d',
  '#121517',
]

/** Minimum height of touch targets: 44 px. */
const touch = '2.75rem'

/** A dialog's header is not the page's banner. */
const plainHeader = { role: 'presentation' }

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, dark },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      // The longest words of titles fit the narrowest phones at the largest text size.
      h1: { fontSize: 'min(1.625rem, 9vw, max(1.25rem, 6.6vw))', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: touch, variant: 'subtle' } },
    CloseButton: { defaultProps: { size: touch } },
    // Base of all Mantine text fields.
    Input: { defaultProps: { size: 'md', dir: 'auto' } },
    InputWrapper: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Pagination: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.55 },
        attributes: { header: plainHeader },
      },
    },
    Drawer: { defaultProps: { attributes: { header: plainHeader } } },
  },
})

/** Dimmed text with contrast 4.5:1 on page and card, and links that stand out from their sentence. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#525c63',
    '--mantine-color-placeholder': '#6b757c',
    '--mantine-color-error': '#c92a2a',
    // Red text keeps contrast 4.5:1 on hover.
    '--mantine-color-red-light-hover': '#ffe6e6',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b4ba',
    '--mantine-color-placeholder': '#9099a0',
    '--mantine-color-error': '#ff8787',
    // Mantine's own is darker than the surface.
    '--mantine-color-accent-light': '#1c3f43',
    '--mantine-color-accent-light-hover': '#22494e',
    '--mantine-color-accent-light-color': '#a6d5d7',
  },
})
