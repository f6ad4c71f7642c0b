import { expect, test } from 'vitest'
import { howToAllow } from './how-to-allow.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 5, 'camera.allowIosSafari'],
  [`${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 5, 'camera.allowIosApp'],
  [`${iphone} FxiOS/140.0 Mobile/15E148 Safari/604.1`, 5, 'camera.allowIosApp'],
  // An iPad that requests desktop sites.
  [`${mac} ${webkit}`, 5, 'camera.allowIosSafari'],
  [`${mac} ${webkit}`, 0, 'camera.allowMacSafari'],
  [`${mac} ${chrome} Safari/537.36`, 0, 'camera.allowChrome'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`,
    10,
    'camera.allowChrome',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`, 5, 'camera.allowAndroid'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5, 'camera.allowFirefoxAndroid'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'camera.allowFirefox'],
  ['Something/1.0', 0, 'camera.allowOther'],
])('explains how to allow the camera on %s with %i touch points', (userAgent, touchPoints, key) => {
  expect(howToAllow({ userAgent, touchPoints })).toBe(key)
})
