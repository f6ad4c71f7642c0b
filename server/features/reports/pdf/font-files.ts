import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Weight = 'regular' | 'semibold' | 'bold'

/** An included typeface: the characters it serves, and a file for each weight. */
export interface Typeface {
  readonly name: string
  readonly serves: RegExp
  readonly files: Readonly<Record<Weight, string>>
}

const require = createRequire(import.meta.url)

function inPackage(name: string, file: string): string {
  return join(dirname(require.resolve(`${name}/package.json`)), file)
}

const expoWeights = { regular: '400Regular', semibold: '600SemiBold', bold: '700Bold' } as const

function expo(name: string, family: string, weights: Readonly<Record<Weight, string>> = expoWeights) {
  const file = (weight: string) =>
    inPackage(`@expo-google-fonts/${name}`, `${weight}/${family}_${weight}.ttf`)
  return { regular: file(weights.regular), semibold: file(weights.semibold), bold: file(weights.bold) }
}

const oneWeight = { regular: '400Regular', semibold: '400Regular', bold: '400Regular' } as const

/** `@embedpdf/fonts-sc` exports only its code, so its font files are located relative to that. */
const han = (weight: string) =>
  join(dirname(dirname(require.resolve('@embedpdf/fonts-sc'))), 'fonts', `NotoSansHans-${weight}.otf`)

export const primary: Typeface = { name: 'sans', serves: /^/u, files: expo('noto-sans', 'NotoSans') }

export const emoji: Typeface = {
  name: 'emoji',
  serves: /^[\p{Emoji}\p{Emoji_Component}]/u,
  files: expo('noto-emoji', 'NotoEmoji'),
}

/** Symbols that belong to no script, except the wide ones of East Asia. */
const symbol = /^(?![\u3000-\u33ff\uff00-\uffef])\p{Script=Common}/u

const arabic = /^\p{Script_Extensions=Arabic}/u

/**
 * Typefaces to try after `primary`, in this order. Symbols come before Han, whose arrows and signs are as
 * wide as an ideograph. The Han face has simplified and traditional Chinese, kana and bopomofo in one file.
 */
export const fallbacks: readonly Typeface[] = [
  // Noto draws an Arabic letter as a shape plus dots, which breaks text search, so it only fills gaps.
  { name: 'arabic', serves: arabic, files: expo('ibm-plex-sans-arabic', 'IBMPlexSansArabic') },
  {
    name: 'arabic-rest',
    serves: arabic,
    files: expo('noto-sans-arabic', 'NotoSansArabic'),
  },
  {
    name: 'hebrew',
    serves: /^\p{Script_Extensions=Hebrew}/u,
    files: expo('noto-sans-hebrew', 'NotoSansHebrew'),
  },
  { name: 'thai', serves: /^\p{Script_Extensions=Thai}/u, files: expo('noto-sans-thai', 'NotoSansThai') },
  {
    name: 'hangul',
    serves: /^\p{Script=Hangul}/u,
    files: expo('nanum-gothic', 'NanumGothic', {
      regular: '400Regular',
      semibold: '700Bold',
      bold: '700Bold',
    }),
  },
  { name: 'math', serves: symbol, files: expo('noto-sans-math', 'NotoSansMath', oneWeight) },
  { name: 'symbols', serves: symbol, files: expo('noto-sans-symbols-2', 'NotoSansSymbols2', oneWeight) },
  emoji,
  {
    name: 'han',
    serves: /^[^\p{Script=Hangul}]/u,
    files: { regular: han('Regular'), semibold: han('Medium'), bold: han('Bold') },
  },
]
