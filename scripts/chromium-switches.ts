/** Nothing that reaches for the network or draws with a graphics card. */
export const chromiumSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const

/**
 * The whole browser: each new tab is a window there, and each window loads 400 scripts for the suggestions below its
 * address bar, beside the page. No phone does. The others are Playwright's, whose list this one replaces.
 */
export const wholeChromiumSwitches = [
  ...chromiumSwitches,
  '--disable-features=WebUIOmniboxPopup,PaintHolding,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay',
] as const
