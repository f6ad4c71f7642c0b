/** The check of the camera, and what to do where it is denied. */
export const camera = {
  title: 'Camera check',
  homeText: 'Check that the camera works before your visit.',
  lead: 'See the camera’s picture and take a test photo. Nothing is saved or sent.',
  permission: 'Permission',
  granted: 'Allowed',
  denied: 'Not allowed',
  prompt: 'The browser asks when the camera starts',
  unknown: 'Unknown until the camera starts',
  start: 'Start the camera',
  stop: 'Stop the camera',
  picture: 'Camera preview',
  works: 'The camera works.',
  choose: 'Choose a camera',
  used: 'Camera',
  numbered: 'Camera {number}',
  size: 'Picture',
  pixels: '{width} × {height} pixels',
  shoot: 'Take a test photo',
  photo: 'Test photo',
  notKept: 'This photo is not saved.',
  discard: 'Discard the photo',
  ended: 'The camera stopped.',
  toHome: 'Return to home',
  plugIn:
    'No camera was found. Connect one, or check in the device’s settings that it is on, then try again. You can also choose photos from the gallery.',
  overHttps: 'Browsers allow the camera only on https pages. Open Fieldbook at its https address.',
  freeIt: 'Close other apps and tabs that use the camera, then try again.',
  allowChrome:
    'Press the icon left of the address, switch Camera on, and try again. If nothing changes, allow the browser to use the camera in the system’s privacy settings.',
  allowAndroid:
    'Tap the icon left of the address, then Permissions, and allow the camera. If it is not listed, allow it for the browser in Android’s Settings, Apps. Then try again.',
  allowFirefox:
    'Press the camera icon left of the address, remove the block, and try again. Firefox then asks again.',
  allowFirefoxAndroid:
    'Tap the icon left of the address and allow the camera. If it is not listed, allow it for Firefox in Android’s Settings, Apps. Then try again.',
  allowIosSafari:
    'Open the page menu left of the address, then Website Settings, and set Camera to Allow. For the installed app, use Settings, Apps, Safari, Camera. Then try again.',
  allowIosApp:
    'Open Settings on this device, then Apps, choose your browser and switch Camera on. Then try again.',
  allowMacSafari:
    'Open Safari’s menu, then Settings for this website, and set Camera to Allow. Then try again.',
  allowOther: 'Allow the camera for this page in the browser’s settings, then try again.',
} as const
