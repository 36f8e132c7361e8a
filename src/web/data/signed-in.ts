/** The user whose session the page uses. */
export interface SignedIn {
  id: string;
  name: string;
  email: string;
  language: string;
}
