/** Disables all network use and GPU rendering. */
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
 * For the full browser: each new tab is a window there, and each window loads 400 scripts for address bar
 * suggestions, unlike on a phone. The other values are Playwright's, whose list this one replaces.
 */
export const wholeChromiumSwitches = [
  ...chromiumSwitches,
  '--disable-features=WebUIOmniboxPopup,PaintHolding,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay',
] as const
