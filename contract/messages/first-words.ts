import { byKey, type Texts } from './by-key.ts'

/**
 * Texts of the login and of the shell around all screens, included in the first file. The complete slices
 * load with their screens. As specified, to the letter.
 */
export const first = {
  accounts: {
    loginBothMissing: 'Please enter your login credentials',
    emailMissing: 'Please enter email address',
    passwordMissing: 'Please enter password',
    emailNotValid: 'Email not valid.',
    sessionExpired: 'Session Expired',
    logInAgain: 'Please Log in again.',
    loginTitle: 'Log in',
    loginConsent: 'By logging in you agree to the {privacy} and the {terms}.',
    signUpConsent: 'By signing up you agree to the {terms} and the {privacy}.',
    privacyPolicy: 'Privacy Policy',
    termsOfUse: 'Terms of Use',
    logInButton: 'Log In',
    rememberMe: 'Remember me',
    forgotQuestion: 'Forgot Password?',
    resetHere: 'Reset Here',
    noAccount: 'No account yet?',
    signUpButton: 'Sign Up',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    privateWindow:
      'This looks like a private window: work that is not on the server yet is lost when you close it. Use a normal window for surveys.',
    workLost:
      'This browser cleared unsent work on this device. Log in with the account that made it to see what was restored and what was lost.',
  },
  common: {
    network: 'An error has occuured. Please try again later.',
    unexpected: 'An unexpected error occurred',
    needsNetwork: 'The server cannot be reached. This needs a connection.',
    proxyTooLarge: 'This is too large for the proxy in front of the server. Please tell your administrator.',
    proxyUnanswered:
      'The proxy in front of the server got no answer from it ({status}). Please try again shortly. If this continues, tell your administrator.',
    proxyRefused:
      'Something between this device and the server refused the request ({status}): a proxy, a firewall, or the login page of a Wi-Fi network. If this continues, tell your administrator.',
    somethingWrong: 'Something went wrong!',
    close: 'Close',
    ok: 'Ok',
    retry: 'Try again',
    loading: 'Loading…',
    stillWaiting:
      'This is taking longer than usual. You can wait or reload this page: nothing you entered is lost.',
    reload: 'Reload',
    toDashboard: 'Go to dashboard',
    inEnglish: 'English',
    inSpanish: 'Español',
  },
  entry: {
    asGuest: 'See reports shared with your phone number',
    otherWays: 'Other ways to log in',
    byPhone: 'Phone',
    bySocial: 'Social account',
  },
  passkeys: {
    refused: 'The passkey was not accepted. Please try again.',
    logIn: 'Log in with a passkey',
  },
} as const

/** The same in one table, in English. */
export const firstWords: Texts = byKey(first)
