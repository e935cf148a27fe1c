/** The one business that is a customer of this Wise. */
export const WISE_API_TOKEN = 'simulated-wise-token';
export const WISE_PROFILE_ID = 40_000_001;
export const WISE_USER_ID = 41_000_001;
export const WISE_BUSINESS_NAME = 'Simulated Transit Ltd';
