/**
 * Credentials for an app that uses the simulators. Real providers refuse them, except for `shortcode` and `passkey`,
 * which are from Safaricom's public sandbox.
 */
export const testCredentials = {
  daraja: {
    consumerKey: 'simulated-consumer-key',
    consumerSecret: 'simulated-consumer-secret',
    shortcode: '174379',
    passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
    initiator: 'testapi',
    securityCredential: Buffer.alloc(256, 'simulated').toString('base64'),
    /** Merchant's name in the prompt on the payer's phone. */
    merchantName: 'PAWTRAIT',
  },
  paystack: { secretKey: 'sk_test_simulated0000000000000000000000000000' },
  stripe: { secretKey: 'sk_test_simulated', webhookSecret: 'whsec_simulated' },
}

export type TestCredentials = typeof testCredentials
