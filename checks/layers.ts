import { isTest, report, sourceFiles } from './source-files.ts'

/**
 * Every overlay must close by one step back: it is a `Dialog` or `SideDialog` of `web/ui/dialog.tsx`, or
 * calls `useLayer` itself.
 */
const openers: readonly RegExp[] = [
  /<(Modal|Drawer|Menu|HoverCard|Lightbox|dialog)\b/,
  /\bshowModal\(/,
  /dropdownType=\{?["'`]?[^\n]*modal/,
]

/** Code that acts on pointer up must suppress the following click on an element that just opened. */
const lifts = /\bonPointerUp\b/

const screens = sourceFiles().filter(({ path }) => path.startsWith('web/') && !isTest(path))
report('Layers', [
  ...screens
    .filter(({ text }) => openers.some((opener) => opener.test(text)) && !/\buseLayer\(/.test(text))
    .map(({ path }) => `${path}: what opens here stays when somebody goes back; use Dialog or useLayer.`),
  ...screens
    .filter(({ text }) => lifts.test(text) && !text.includes('...suppressMouseEvents'))
    .map(({ path }) => `${path}: spread suppressMouseEvents beside onPointerUp.`),
])
