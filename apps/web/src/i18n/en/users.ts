/** Sign-up and log-in. Sentences in the specification's words stay as they are. */
export const users = {
  signUp: 'Sign Up',
  logIn: 'Log In',
  logOut: 'Log Out',
} as const
