/** https://w3c.github.io/trusted-types/ as far as it is used; TypeScript does not describe it. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }

/**
 * Allows only addresses of this app's own workers as script URLs. No string becomes markup; DOMPurify has its
 * own policy. This matters because the specification stores the session's token in local storage.
 */
trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => {
    const { origin, pathname } = new URL(url, location.href)
    return origin === location.origin && /^\/(assets\/[\w.-]+\.m?js|sw\.js)$/.test(pathname) ? url : null
  },
})

export {}
