/** The kinds of companies that documents and rules distinguish: by country, INSEE legal category and procedure. */

interface Registered {
  /** Null abroad. */
  legalCategoryCode?: string | null | undefined;
}

export const isFrench = ({ addressCountryCode }: { addressCountryCode: string }): boolean =>
  addressCountryCode === "FR";
export const isSoleTrader = ({ legalCategoryCode }: Registered): boolean => legalCategoryCode === "1000";
export const isAssociation = ({ legalCategoryCode }: Registered): boolean => legalCategoryCode === "9220";
/** Those whose owners are shareholders. */
export const isPublicCompany = ({ legalCategoryCode }: Registered): boolean => /^5[56]/.test(legalCategoryCode ?? "");
export const isLiquidation = ({ type }: { type: string }): boolean => type === "LIQUIDATION_JUDICIAIRE";
